import { type ReactElement, useEffect, useId, useSyncExternalStore } from 'react'

/** Something that the page at hand offers, for its buttons, its menu and the palette alike. */
export interface PageAction {
  label: string
  /** Whether a dialog asks first; menus and the palette then write “…”. */
  asks?: boolean
  icon?: ReactElement
  destructive?: boolean
  /** A key in the syntax of `useShortcut`: `e`. */
  shortcut?: string
  run: () => void
}

export interface PageActions {
  /** The object or list that they act on: "This order". */
  of: string
  actions: readonly PageAction[]
}

/** Offers the actions in the palette, and handles their keys, while the caller is shown. */
export function usePageActions(of: string, actions: readonly PageAction[]): void {
  const slot = useId()
  useEffect(() => {
    offered.set(slot, { of, actions })
    refresh()
  }, [slot, of, actions])
  useEffect(
    () => () => {
      offered.delete(slot)
      refresh()
    },
    [slot],
  )
}

/** All that is offered now; actions on the same object together. */
export function useOfferedActions(): readonly PageActions[] {
  return useSyncExternalStore(subscribe, () => merged)
}

/** By caller, so that what is offered anew keeps its place. */
const offered = new Map<string, PageActions>()
const listeners = new Set<() => void>()
let merged: readonly PageActions[] = []

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function refresh(): void {
  const entries = [...offered.values()]
  const objects = new Set(entries.map(({ of }) => of))
  merged = [...objects].map((of) => ({
    of,
    actions: entries.filter((entry) => entry.of === of).flatMap(({ actions }) => actions),
  }))
  for (const listener of listeners) listener()
}

export const menuLabel = ({ label, asks = false }: PageAction): string =>
  asks ? `${label}…` : label
