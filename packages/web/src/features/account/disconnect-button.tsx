import { unlinkAccount } from '@guildhall/contract/identity/social'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import type { Words } from '../../lib/failure-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type LinkedAccount, linkedAccountsQuery } from './account-queries.ts'
import { useFreshSession } from './fresh-session.tsx'

interface DisconnectButtonProps {
  account: LinkedAccount
  name: string
  isSpare: boolean
  /** The question stands open: whoever asked for it had to sign in once more in between. */
  isAsked: boolean
}

export function DisconnectButton({ account, name, isSpare, isAsked }: DisconnectButtonProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [isOpen, setOpen] = useState(isAsked && isSpare)
  const { run, dialog } = useFreshSession(`/account/linked-accounts?disconnect=${account.id}`)
  const disconnect = async () => {
    const { providerId, accountId } = account
    await api.call(unlinkAccount, { body: { providerId, accountId } })
    toast({ title: `${name} is disconnected` })
    await client.invalidateQueries(linkedAccountsQuery)
  }
  return (
    <>
      <ConfirmDialog
        destructive
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button size="s" disabled={!isSpare}>
            Disconnect… <span className="sr-only">{name}</span>
          </Button>
        }
        title={`Disconnect ${name}?`}
        effects={[
          `You can’t sign in with ${name} any longer.`,
          'Your account stays as it is, and you can connect it again.',
        ]}
        confirm="Disconnect"
        onConfirm={() => run({ label: `Disconnect ${name}`, act: disconnect, words })}
      />
      {dialog}
    </>
  )
}

const words: Words = {
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: 'This is your only way to sign in. Add another one first.',
}
