import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusTitle } from '../../lib/focus-title.ts'

/**
 * After a navigation the keyboard and the screen reader start at the new page's title, unless
 * somebody who didn't wait for it is in another field already: the palette's, or the switcher's.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let origin: Element | null = null
    const forgetOrigin = router.subscribe('onBeforeNavigate', () => {
      origin = document.activeElement
    })
    const forgetTitle = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return
      const { activeElement } = document
      if (activeElement === origin || !isField(activeElement)) focusTitle()
    })
    return () => {
      forgetOrigin()
      forgetTitle()
    }
  }, [router])
}

function isField(element: Element | null): boolean {
  return element?.matches('input, textarea, select') ?? false
}
