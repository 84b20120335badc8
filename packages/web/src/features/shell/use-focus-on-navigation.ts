import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusTitle } from '../../lib/focus-title.ts'

/** After a navigation the keyboard and the screen reader start at the new page's title. */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) focusTitle()
      }),
    [router],
  )
}
