import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Report = (card: string, isUnsaved: boolean) => void

const ReportUnsaved = createContext<Report>(() => undefined)

/** Asks before one leaves a page on which something isn't saved yet. */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const { report, isUnsaved } = useUnsavedCards()
  const { status, proceed, reset } = useBlocker({
    // A new slug leads to the same page at its new address.
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
        description="What you changed on this page is not saved yet."
        footer={
          <>
            <Button onClick={proceed}>Leave without saving</Button>
            <Button variant="primary" onClick={reset}>
              Stay here
            </Button>
          </>
        }
      />
    </ReportUnsaved>
  )
}

/** Asked only when somebody leaves, who may be quicker than a page that is rendered anew. */
function useUnsavedCards() {
  const cards = useRef(new Set<string>())
  const report = useCallback<Report>((card, isUnsaved) => {
    if (isUnsaved) cards.current.add(card)
    else cards.current.delete(card)
  }, [])
  return { report, isUnsaved: () => cards.current.size > 0 }
}

/** For a card of such a page. */
export function useUnsaved(isUnsaved: boolean): void {
  const card = useId()
  const report = use(ReportUnsaved)
  useEffect(() => {
    report(card, isUnsaved)
    return () => report(card, false)
  }, [report, card, isUnsaved])
}
