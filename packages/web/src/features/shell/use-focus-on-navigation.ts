import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusTitle } from '#/lib/focus-title.ts'

/**
 * Moves the focus to the title after a navigation, for keyboards and screen readers, unless another
 * field has received the focus meanwhile, such as the palette’s.
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
