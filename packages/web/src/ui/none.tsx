/** Where there is nothing to say. */
export function None() {
  return <span className="text-ink-3">none</span>
}
