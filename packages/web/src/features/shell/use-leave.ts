import { useCallback, useState } from 'react'
import { signOut } from '#/entities/account/sign-out.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { useToast } from '#/ui/toast.tsx'

/** Signs out, or shows an error if that fails. */
export function useLeave(): { isLeaving: boolean; leave: () => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false)
  const toast = useToast()
  const leave = useCallback(async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      toast({ tone: 'bad', title: 'You are still signed in', description: failureMessage(error) })
    }
  }, [toast])
  return { isLeaving, leave }
}
