import { stopImpersonating } from '@guildhall/contract/identity/admin'
import { useQuery } from '@tanstack/react-query'
import VenetianMask from 'lucide-react/icons/venetian-mask'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { type Session, sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Stands above every page, also above dialogs, as long as an operator acts as somebody else. */
export function ImpersonationBanner() {
  const { data: session } = useQuery(sessionQuery)
  return session?.session.impersonatedBy ? <Impersonating session={session} /> : null
}

function Impersonating({ session: { user } }: { session: Session }) {
  const [isEnding, setEnding] = useState(false)
  const toast = useToast()
  const stop = async () => {
    setEnding(true)
    try {
      await api.call(stopImpersonating, {})
      // A new document, so that nothing of the other account stays in memory.
      window.location.assign(`/admin/users/${user.id}`)
    } catch (error) {
      setEnding(false)
      toast({ tone: 'bad', title: 'Still signed in as the user', description: failureWords(error) })
    }
  }
  return (
    <section
      aria-label="Impersonation"
      className="sticky top-0 z-50 flex h-(--sticky-top) items-center gap-3 bg-ink px-4 text-s text-canvas"
    >
      <VenetianMask aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        You act as <b className="font-semibold">{user.name || user.email}</b>{' '}
        <span className="max-sm:hidden">({user.email})</span>
      </p>
      <Button size="s" loading={isEnding} onClick={stop}>
        Stop
      </Button>
    </section>
  )
}
