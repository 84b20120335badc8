import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '../../lib/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { adminKey } from './admin-queries.ts'

/** After an action: everything it may have changed is asked for anew, and the news is told. */
export function useNewsOfChange(isOwn: boolean): (news: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return async (news) => {
    await queryClient.invalidateQueries({ queryKey: adminKey })
    if (isOwn) {
      await queryClient.invalidateQueries(sessionQuery)
      await router.invalidate()
    }
    toast({ title: news })
  }
}
