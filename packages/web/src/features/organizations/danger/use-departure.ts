import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { failureWords, type Words } from '../../../lib/failure-words.ts'
import { organizationKey } from '../../../lib/own-organizations.ts'
import { sessionQuery } from '../../../lib/session.ts'
import { useToast } from '../../../ui/toast.tsx'

/** Does what ends one's being here, leads away and tells the news; else says why not. */
export function useDeparture(words: Words) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const { id } = useOrganization()
  return async (depart: () => Promise<unknown>, news: string) => {
    try {
      await depart()
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    await navigate({ to: '/dashboard' })
    queryClient.removeQueries({ queryKey: organizationKey(id) })
    await queryClient.invalidateQueries(sessionQuery)
    toast({ title: news })
  }
}
