import { useState } from 'react'
import { useSettled } from '#/lib/use-settled.ts'
import type { CommandGroup } from './command-palette.tsx'

const pauseMilliseconds = 300

/** How many results of one kind the palette shows. */
export const paletteResultsMax = 5

/** What is typed into the palette, debounced, so that it can be searched for on the server. */
export function usePaletteSearch() {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const text = useSettled(wanted, pauseMilliseconds)
  return {
    text,
    enabled: wanted !== '' && text !== '',
    isSearching: (isFetching: boolean) => wanted !== '' && (isFetching || text !== wanted),
    onQueryChange: setTyped,
  }
}

/** What a search contributes to the palette. */
export interface PaletteSearch {
  found: readonly CommandGroup[]
  isSearching: boolean
  hasFailed: boolean
  onQueryChange: (query: string) => void
}
