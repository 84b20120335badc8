import { disconnectOAuthAccount } from '@guildhall/contract/portal/oauth-accounts'
import { useQuery } from '@tanstack/react-query'
import { platformNames, platformOf } from '#/entities/benefit/external-platform.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type ConnectedAccount, grantsQuery, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface DisconnectDialogProps {
  account: ConnectedAccount
  onClose: () => void
}

export function DisconnectDialog({ account, onClose }: DisconnectDialogProps) {
  const { platform, accountUsername } = account
  const name = platformNames[platform]
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const { data: grants = [] } = useQuery(grantsQuery(api))
  const given = grants.filter(
    ({ status, benefit }) => status === 'granted' && platformOf(benefit.type) === platform,
  )
  const titles = [...new Set(given.map(({ benefit }) => benefit.description))]
  const disconnect = async () => {
    await change(() => api.call(disconnectOAuthAccount, { params: { platform } }))
    toast({ title: `${name} account ${accountUsername} disconnected` })
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Disconnect ${accountUsername} at ${name}?`}
      effects={[
        ...titles.map((title) => `The account loses “${title}”.`),
        'Your benefits wait until you connect an account again.',
      ]}
      confirm="Disconnect"
      onConfirm={disconnect}
      onOpenChange={onClose}
    />
  )
}
