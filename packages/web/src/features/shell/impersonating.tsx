import { stopImpersonating } from '@guildhall/contract/identity/admin'
import VenetianMask from 'lucide-react/icons/venetian-mask'
import { useState } from 'react'
import type { Session } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'

/** Names the user, and stops. */
export function Impersonating({ session: { user } }: { session: Session }) {
  const [isEnding, setEnding] = useState(false)
  const toast = useToast()
  const stop = async () => {
    setEnding(true)
    try {
      await api.call(stopImpersonating, {})
      // A full page load, so that nothing of the other account stays in memory.
      window.location.assign(`/admin/users/${user.id}`)
    } catch (error) {
      setEnding(false)
      toast({
        tone: 'bad',
        title: 'Still signed in as this user',
        description: failureMessage(error),
      })
    }
  }
  return (
    <section
      aria-label="Impersonation"
      className="sticky top-0 z-50 flex h-(--sticky-top) items-center gap-3 bg-ink px-4 text-s text-canvas"
    >
      <VenetianMask aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        You are signed in as <b className="font-semibold">{user.name || user.email}</b>{' '}
        <span className="max-sm:hidden">({user.email})</span>
      </p>
      <Button size="s" loading={isEnding} onClick={stop}>
        Stop
      </Button>
    </section>
  )
}
