//! The way to an exchange: the address, the password, and why there is none.

use buttress_exchange::{Address, Exchange, Password};

/// An exchange and what it is called.
pub struct Place {
    /// The address, without a password.
    pub name: String,
    /// The exchange.
    pub exchange: Box<dyn Exchange>,
}

/// The variable that may hold a whole address, its password included.
const ADDRESS: &str = "BUTTRESS_EXCHANGE";
/// The variable that may hold the password.
const PASSWORD: &str = "BUTTRESS_EXCHANGE_PASSWORD";
/// The variable that may name a file with the password.
const PASSWORD_FILE: &str = "BUTTRESS_EXCHANGE_PASSWORD_FILE";

/// Opens the exchange that was named, or that the environment names. The error is one line for the user.
pub fn connect(argument: Option<&str>) -> Result<Place, String> {
    let wrong = |error: buttress_exchange::AddressError| format!("--exchange: {error}");
    let address = match argument {
        // The environment is meant: other people of this machine cannot read it.
        Some("env") | None => match std::env::var(ADDRESS) {
            Ok(text) => Address::from_environment_text(&text).map_err(wrong)?,
            Err(_) => {
                return Err(format!(
                    "which exchange? Say --exchange redis://HOST or --exchange dir:FOLDER, or set {ADDRESS}"
                ));
            }
        },
        Some(text) => Address::from_argument(text).map_err(wrong)?,
    };
    if address.is_memory() {
        let reason = "nobody else can come to an exchange in this program's memory";
        return Err(format!(
            "--exchange memory: {reason}; leave --exchange out, or name a folder: dir:FOLDER"
        ));
    }
    let exchange = address.open(password()?).map_err(|error| error.to_string())?;
    Ok(Place { name: address.to_string(), exchange })
}

fn password() -> Result<Option<Password>, String> {
    if let Ok(text) = std::env::var(PASSWORD) {
        return Ok(Some(Password::new(&text)));
    }
    let Some(path) = std::env::var_os(PASSWORD_FILE) else { return Ok(None) };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("{PASSWORD_FILE} names a file that cannot be read: {error}"))?;
    Ok(Some(Password::new(&text)))
}
