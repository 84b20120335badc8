import { useEffect } from 'react'
import { rescueFocus } from './focus-title.ts'

/**
 * A dialog returns the focus to the row that opened it. If the action removed that row, this moves
 * the focus to the title instead.
 */
export function useKeptFocus(isDialogOpen: boolean): void {
  useEffect(() => {
    if (!isDialogOpen) return
    return () => afterNextPaint(rescueFocus)
  }, [isDialogOpen])
}

/** After the dialog has returned the focus. */
function afterNextPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}
