/** The keys of a shortcut as they are printed on a keyboard, in the order of the fingers. */
export function keysOf(shortcut: string): string[] {
  return shortcut.split(' ').map((key) => key.toUpperCase())
}
