/** The keys of a shortcut as printed on a keyboard, in the order of pressing. */
export function keysOf(shortcut: string): string[] {
  return shortcut.split(' ').map((key) => key.toUpperCase())
}
