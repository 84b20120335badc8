const indent = 2

/** JSON for people; what isn’t JSON stays as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, indent)
  } catch {
    return text
  }
}
