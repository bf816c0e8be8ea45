// Text inside of markup. Everything that comes from a file passes through here.

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** The text as it stands between tags or in an attribute. */
export function escaped(text: string): string {
  // Signs that no document may hold would make it unreadable as XML.
  const legal = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  return legal.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** At most so many letters; what is longer ends with an ellipsis. */
export function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : letters.slice(0, most - 1).join("") + "…";
}
