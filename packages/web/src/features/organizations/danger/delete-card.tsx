import { deleteOrganization } from '@guildhall/contract/organizations/organizations'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import type { Words } from '../../../lib/failure-words.ts'
import { mayIn } from '../../../lib/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Belongings, deletionEffects, wordToType } from './deletion-effects.ts'
import { useDeparture } from './use-departure.ts'

interface DeleteCardProps {
  belongings: Belongings
}

export function DeleteCard({ belongings }: DeleteCardProps) {
  const organization = useOrganization()
  const { id, name, slug, role } = organization
  const depart = useDeparture(words)
  if (!mayIn(role, 'organization', 'delete')) {
    return <p className="px-1 text-s text-ink-2">Only an owner can delete the organization.</p>
  }
  const remove = () =>
    depart(
      () => api.call(deleteOrganization, { body: { organizationId: id } }),
      `${name} is deleted`,
    )
  return (
    <Card title="Delete" description="With everything and everybody in it, for good.">
      <ConfirmDialog
        destructive
        typed={wordToType(organization)}
        trigger={<Button variant="danger">Delete organization…</Button>}
        title={`Delete ${name}?`}
        effects={deletionEffects({ slug, ...belongings })}
        confirm="Delete for good"
        onConfirm={remove}
      />
    </Card>
  )
}

const words: Words = {
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION:
    'Your role changed: only an owner can delete the organization now.',
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION:
    'You are no longer a member, or somebody deleted it just now. Reload the page.',
}
