/** Where an email address may wrap: before its @ and the dots after it. A name stays whole. */
export function emailParts(text: string): string[] {
  const at = text.lastIndexOf('@')
  if (at <= 0) return [text]
  return [text.slice(0, at), ...text.slice(at).split(/(?=\.)/)]
}
