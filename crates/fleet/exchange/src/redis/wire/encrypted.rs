//! Encryption (TLS), with the certificates that the system trusts, or those that `SSL_CERT_FILE` names.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// Puts encryption on a connection. The server must have a certificate for its name.
pub(super) fn encrypted(
    mut stream: TcpStream,
    host: &str,
) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let wrong = |error: String| io::Error::new(io::ErrorKind::InvalidData, error);
    let mut trusted = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    trusted.add_parsable_certificates(found.certs);
    if trusted.is_empty() {
        return Err(wrong("no trusted certificates were found".to_owned()));
    }
    let config = ClientConfig::builder().with_root_certificates(trusted).with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(|error| wrong(error.to_string()))?;
    let mut connection =
        ClientConnection::new(Arc::new(config), name).map_err(|error| wrong(error.to_string()))?;
    // Now and not with the first question, so that what is wrong is said.
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok(StreamOwned::new(connection, stream))
}
