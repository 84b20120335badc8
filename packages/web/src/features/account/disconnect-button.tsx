import { unlinkAccount } from '@guildhall/contract/identity/social'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type LinkedAccount, linkedAccountsQuery } from './account-queries.ts'
import { useFreshSession } from './fresh-session.tsx'

interface DisconnectButtonProps {
  account: LinkedAccount
  name: string
  isRemovable: boolean
  /** Opens the dialog initially, after the user had to sign in again. */
  isAsked: boolean
}

export function DisconnectButton({ account, name, isRemovable, isAsked }: DisconnectButtonProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [isOpen, setOpen] = useState(isAsked && isRemovable)
  const { run, dialog } = useFreshSession(`/account/linked-accounts?disconnect=${account.id}`)
  const disconnect = async () => {
    const { providerId, accountId } = account
    await api.call(unlinkAccount, { body: { providerId, accountId } })
    toast({ title: `${name} disconnected` })
    await client.invalidateQueries(linkedAccountsQuery)
  }
  return (
    <>
      <ConfirmDialog
        destructive
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button size="s" disabled={!isRemovable}>
            Disconnect… <span className="sr-only">{name}</span>
          </Button>
        }
        title={`Disconnect ${name}?`}
        effects={[
          `You can no longer sign in with ${name}.`,
          'Your account stays unchanged, and you can reconnect at any time.',
        ]}
        confirm="Disconnect"
        onConfirm={() =>
          run({ label: `Disconnect ${name}`, destructive: true, act: disconnect, messages })
        }
      />
      {dialog}
    </>
  )
}

const messages: Messages = {
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: 'This is your only sign-in method. Add another one first.',
}
