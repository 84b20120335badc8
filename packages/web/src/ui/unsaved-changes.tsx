import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Report = (card: string, isUnsaved: boolean) => void

const ReportUnsaved = createContext<Report>(() => undefined)

/** Asks before leaving a page with unsaved changes. */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const { report, isUnsaved } = useUnsavedCards()
  const { status, proceed, reset } = useBlocker({
    // A changed slug only changes the URL of the page.
    shouldBlockFn: ({ current, next }) => isUnsaved() && current.routeId !== next.routeId,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <ReportUnsaved value={report}>
      {children}
      <Dialog
        open={status === 'blocked'}
        onOpenChange={reset ?? (() => undefined)}
        title="Leave without saving?"
        description="Your changes on this page are not saved."
        footer={
          <>
            <Button onClick={proceed}>Leave without saving</Button>
            <Button variant="primary" onClick={reset}>
              Stay on this page
            </Button>
          </>
        }
      />
    </ReportUnsaved>
  )
}

/** Evaluated on leaving, which may happen before the page rerenders. */
function useUnsavedCards() {
  const cards = useRef(new Set<string>())
  const report = useCallback<Report>((card, isUnsaved) => {
    if (isUnsaved) cards.current.add(card)
    else cards.current.delete(card)
  }, [])
  return { report, isUnsaved: () => cards.current.size > 0 }
}

/** Reports unsaved changes of a card on such a page. */
export function useUnsaved(isUnsaved: boolean): void {
  const card = useId()
  const report = use(ReportUnsaved)
  useEffect(() => {
    report(card, isUnsaved)
    return () => report(card, false)
  }, [report, card, isUnsaved])
}
