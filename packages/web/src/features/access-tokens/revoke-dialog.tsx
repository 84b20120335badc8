import { deleteOrganizationAccessToken } from '@guildhall/contract/organizations/access-tokens'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { formatRelative } from '../../lib/format.ts'
import { useChange } from '../../lib/use-change.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
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
    try {
      const params = { id: token.id }
      await change(() => api.call(deleteOrganizationAccessToken, { params }))
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    toast({ title: `${comment} is revoked` })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Revoke ${comment}?`}
      effects={[
        'Every call with it is refused from now on. What it did stays.',
        lastUsedAt === null
          ? 'It was never used.'
          : `It was last used ${formatRelative(lastUsedAt, now)}. What uses it needs another one.`,
        'This can’t be taken back.',
      ]}
      confirm="Revoke"
      onConfirm={revoke}
      onOpenChange={onClose}
    />
  )
}

const words: Words = {
  NotPermitted: 'Your role changed: only owners and admins revoke access tokens.',
  ResourceNotFound: 'This token is no longer here. Somebody else was quicker.',
}
