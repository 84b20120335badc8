import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useOrganization } from './current-organization.tsx'
import { organizationKey, organizationsQuery } from './own-organizations.ts'

/**
 * Changes something about the organization, then asks anew for all that is known about it and for
 * one's own role there. A refusal says as well that what was shown is not how things are.
 */
export function useChange() {
  const queryClient = useQueryClient()
  const { id } = useOrganization()
  return useCallback(
    async <T>(change: () => Promise<T>): Promise<T> => {
      const refresh = () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: organizationKey(id) }),
          queryClient.invalidateQueries(organizationsQuery),
        ])
      const result = await change().catch((error: unknown) => {
        // Nobody waits for it: without a connection it would never come back.
        void refresh()
        throw error
      })
      await refresh()
      return result
    },
    [queryClient, id],
  )
}
