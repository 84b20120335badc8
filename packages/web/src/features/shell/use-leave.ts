import { useCallback, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { signOut } from '../../lib/sign-out.ts'
import { useToast } from '../../ui/toast.tsx'

/** Signs out; who couldn't be signed out is told that they still are. */
export function useLeave(): { isLeaving: boolean; leave: () => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false)
  const toast = useToast()
  const leave = useCallback(async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      toast({ tone: 'bad', title: 'You are still signed in', description: failureWords(error) })
    }
  }, [toast])
  return { isLeaving, leave }
}
