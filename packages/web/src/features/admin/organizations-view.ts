import { readText, type SearchParameters } from '#/lib/search-parameters.ts'

/** The state of the list in the URL. */
export interface OrganizationsView {
  q?: string
}

export function readOrganizationsView({ q }: SearchParameters): OrganizationsView {
  const text = readText(q)
  return text === undefined ? {} : { q: text }
}
