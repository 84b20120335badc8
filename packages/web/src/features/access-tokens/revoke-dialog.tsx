import { deleteOrganizationAccessToken } from '@guildhall/contract/organizations/access-tokens'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { formatRelative } from '#/lib/format.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { useNow } from '#/ui/use-now.ts'
import type { AccessToken } from './access-token-queries.ts'

interface RevokeDialogProps {
  token: AccessToken
  onClose: () => void
}

export function RevokeDialog({ token, onClose }: RevokeDialogProps) {
  const change = useChange()
  const toast = useToast()
  const now = useNow()
  const { comment, lastUsedAt } = token
  const revoke = async () => {
    const params = { id: token.id }
    await change(() => api.call(deleteOrganizationAccessToken, { params }))
    toast({ title: `${comment} revoked` })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Revoke ${comment}?`}
      effects={[
        'All requests with this token are rejected from now on.',
        lastUsedAt === null
          ? 'It was never used.'
          : `It was last used ${formatRelative(lastUsedAt, now)}. Applications that use it need a new token.`,
        'This can’t be undone.',
      ]}
      confirm="Revoke"
      messages={messages}
      onConfirm={revoke}
      onOpenChange={onClose}
    />
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can revoke access tokens.',
  ResourceNotFound: 'This token was already revoked.',
}
