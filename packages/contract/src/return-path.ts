/**
 * Whether a text is a path of this site that no browser takes to another one. An empty segment is
 * refused anywhere in the path: `/..//evil.example` stays on the site as it is, but normalized it
 * is the address of another host. Browsers read `\` as `/`, and drop tabs and line ends.
 */
export function isReturnPath(text: string): boolean {
  const [path = ''] = text.split(/[?#]/)
  return path.startsWith('/') && !path.includes('//') && !unsafeCharacters.test(text)
}

/** The URL parser accepts characters that must not reach a header. */
export const unsafeCharacters = /[\s\\\p{Cc}]/u
