// The notations a paste can be in, as the menu names them.

export const NOTATIONS = [
  ["", "whatever it looks like"],
  ["text", "text"],
  ["hex", "bytes in hexadecimal"],
];
