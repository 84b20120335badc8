import type { SavedView } from './list-settings.ts'

/** The state of a list in the URL. */
export type Parameters = Readonly<Partial<Record<string, string | number>>>

/** Search, filters and sorting: what a view keeps. */
export const parametersOf = ({ page: _page, view: _view, ...kept }: Parameters) =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )

/** What the URL has when a view is opened. */
export const searchOf = ({ id, query }: SavedView): Parameters => ({ ...query, view: id })

/** Whether the list shows something else than the view, or, without one, than everything. */
export function isChanged(
  parameters: Parameters,
  opened: Pick<SavedView, 'query'> | undefined,
): boolean {
  const now = parametersOf(parameters)
  const saved = opened?.query ?? {}
  const names = new Set([...Object.keys(now), ...Object.keys(saved)])
  return [...names].some((name) => now[name] !== saved[name])
}
