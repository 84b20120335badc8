import { useEffect } from 'react'
import { focusTitle } from './focus-title.ts'

/**
 * A dialog gives the focus back to the row from where it was opened. Where that row is gone, what
 * was done in the dialog took it away, and the focus would be nowhere.
 */
export function useKeptFocus(isDialogOpen: boolean): void {
  useEffect(() => {
    if (!isDialogOpen) return
    return () => afterNextPaint(() => document.activeElement === document.body && focusTitle())
  }, [isDialogOpen])
}

/** Later than the dialog gives the focus back. */
function afterNextPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}
