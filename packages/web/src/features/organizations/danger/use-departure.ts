import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '#/entities/account/session.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { organizationKey } from '#/entities/organization/own-organizations.ts'
import { useToast } from '#/ui/toast.tsx'

/** Leaves or deletes the organization, then navigates away and shows a toast. */
export function useDeparture() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const { id } = useOrganization()
  return async (depart: () => Promise<unknown>, message: string) => {
    await depart()
    await navigate({ to: '/dashboard' })
    queryClient.removeQueries({ queryKey: organizationKey(id) })
    await queryClient.invalidateQueries(sessionQuery)
    toast({ title: message })
  }
}
