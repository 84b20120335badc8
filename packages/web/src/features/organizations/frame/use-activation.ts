import { setActiveOrganization } from '@guildhall/contract/organizations/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../../../lib/api.ts'
import type { OrganizationId } from '../../../lib/own-organizations.ts'
import { sessionQuery } from '../../../lib/session.ts'

/**
 * The organization that is looked at becomes the session's active one, so that the start leads
 * back to it. Nothing on these pages depends on it, so it happens quietly, once a visit: two tabs
 * don't fight for it.
 */
export function useActivation(organizationId: OrganizationId): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => api.call(setActiveOrganization, { body: { organizationId } }),
    onSuccess: () =>
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (kept) =>
          kept && { ...kept, session: { ...kept.session, activeOrganizationId: organizationId } },
      ),
  })
  const activate = useEffectEvent((visited: OrganizationId) => {
    const active = queryClient.getQueryData(sessionQuery.queryKey)?.session.activeOrganizationId
    if (active !== visited) mutate()
  })
  useEffect(() => activate(organizationId), [organizationId])
}
