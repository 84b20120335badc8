import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followTheme } from './theme.ts'

/** Mounts a page’s tree and applies the theme. */
export function mount(tree: ReactNode, { followsTheme = true } = {}): void {
  const place = document.getElementById('root')
  if (place === null) throw new Error('The page has no #root')
  if (followsTheme) followTheme()
  createRoot(place).render(<StrictMode>{tree}</StrictMode>)
}
