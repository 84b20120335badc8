import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '#/entities/account/session.ts'
import { useToast } from '#/ui/toast.tsx'
import { adminKey } from './admin-queries.ts'

/** Refetches everything an action may have changed, then shows a toast. */
export function useAfterChange(isOwn: boolean): (message: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return async (message) => {
    await queryClient.invalidateQueries({ queryKey: adminKey })
    if (isOwn) {
      await queryClient.invalidateQueries(sessionQuery)
      await router.invalidate()
    }
    toast({ title: message })
  }
}
