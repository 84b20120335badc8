import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useShortcut } from './use-shortcut.ts'

/**
 * Handles keys in a row’s link: J, K and the arrows move between rows, Home and End go to the ends,
 * X selects.
 */
export function pressInRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey) return
  const link = event.currentTarget
  const links = rowLinks(link.closest('table, [data-rows]'))
  const next = rowAfter(event.key, links.indexOf(link), links.length)
  if (next !== null) links[next]?.focus()
  else if (event.key === 'x') tickOf(link)?.click()
  else return
  event.preventDefault()
}

/** From anywhere on the page, J moves to the first row, K to the last. */
export function useRowEntrance<T extends HTMLElement = HTMLTableElement>(
  isOpen: boolean,
): RefObject<T | null> {
  const table = useRef<T>(null)
  const enter = (place: number) => {
    if (isOpen && !isInRow(document.activeElement)) rowLinks(table.current).at(place)?.focus()
  }
  useShortcut('j', () => enter(0))
  useShortcut('k', () => enter(-1))
  return table
}

function rowLinks(table: Element | null): HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
}

function isInRow(element: Element | null): boolean {
  return element?.matches('[data-row-link]') ?? false
}

function tickOf(link: HTMLElement): HTMLInputElement | null {
  return link.closest('tr')?.querySelector('[data-row-tick]') ?? null
}

function rowAfter(key: string, at: number, count: number): number | null {
  if (key === 'j' || key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'k' || key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
