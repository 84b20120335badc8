import { unlinkAccount } from '@guildhall/contract/identity/social'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { failureWords, type Words } from '../../lib/failure-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type LinkedAccount, linkedAccountsQuery } from './account-queries.ts'

interface DisconnectButtonProps {
  account: LinkedAccount
  name: string
  isSpare: boolean
}

export function DisconnectButton({ account, name, isSpare }: DisconnectButtonProps) {
  const client = useQueryClient()
  const toast = useToast()
  const disconnect = async () => {
    const { providerId, accountId } = account
    try {
      await api.call(unlinkAccount, { body: { providerId, accountId } })
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    await client.invalidateQueries(linkedAccountsQuery)
    toast({ title: `${name} is disconnected` })
  }
  return (
    <ConfirmDialog
      destructive
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
      onConfirm={disconnect}
    />
  )
}

const words: Words = {
  SESSION_IS_NOT_FRESH:
    'You signed in a while ago. Sign out and in again, so that we know it’s you.',
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: 'This is your only way to sign in. Add another one first.',
}
