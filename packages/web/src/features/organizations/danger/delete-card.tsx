import { deleteOrganization } from '@guildhall/contract/organizations/organizations'
import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { deletionEffects, type OrganizationContents, wordToType } from './deletion-effects.ts'
import { useDeparture } from './use-departure.ts'

interface DeleteCardProps {
  contents: OrganizationContents
  run: RunSensitive
}

export function DeleteCard({ contents, run }: DeleteCardProps) {
  const organization = useOrganization()
  const { id, name, slug, role } = organization
  const depart = useDeparture()
  if (!mayIn(role, 'organization', 'delete')) {
    return <p className="px-1 text-s text-ink-2">Only an owner can delete the organization.</p>
  }
  const remove = () =>
    depart(() => api.call(deleteOrganization, { body: { organizationId: id } }), `${name} deleted`)
  return (
    <Card
      title="Delete"
      description="Permanently deletes the organization, its data and all memberships."
    >
      <ConfirmDialog
        destructive
        typed={wordToType(organization)}
        trigger={<Button variant="danger">Delete organization…</Button>}
        title={`Delete ${name}?`}
        effects={deletionEffects({ slug, ...contents })}
        confirm="Delete permanently"
        onConfirm={() =>
          run({ label: 'Delete permanently', destructive: true, act: remove, messages })
        }
      />
    </Card>
  )
}

const messages: Messages = {
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION:
    'Your role changed. Only an owner can delete the organization.',
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION:
    'You are no longer a member, or the organization was just deleted. Reload the page.',
}
