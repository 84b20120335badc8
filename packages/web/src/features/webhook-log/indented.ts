const indent = 2

/** Formats JSON; other text stays unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, indent)
  } catch {
    return text
  }
}
