/** Something that can be found by name. */
interface Findable {
  label: string
  /** Synonyms. */
  keywords?: string
}

/** The matching items, best first: prefix of the name, prefix of a word, initials, substring. */
export function rankByQuery<T extends Findable>(items: readonly T[], query: string): T[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return [...items]
  return items
    .map((item) => ({ item, score: scoreOf(item, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

function scoreOf({ label, keywords = '' }: Findable, wanted: string): number {
  const name = label.toLowerCase()
  if (name.startsWith(wanted)) return 5
  if (hasWordFrom(name, wanted)) return 4
  if (hasWordFrom(keywords.toLowerCase(), wanted)) return 3
  if (initials(name).startsWith(wanted)) return 2
  return name.includes(wanted) ? 1 : 0
}

function hasWordFrom(text: string, wanted: string): boolean {
  return ` ${text}`.includes(` ${wanted}`)
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .join('')
}
