/** The placeholder for an empty value. */
export function None() {
  return <span className="text-ink-3">none</span>
}
