import { disconnectOAuthAccount } from '@guildhall/contract/portal/oauth-accounts'
import { useQuery } from '@tanstack/react-query'
import CircleUser from 'lucide-react/icons/circle-user'
import { useState } from 'react'
import { platformNames, platformOf } from '#/entities/benefit/external-platform.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { Entry } from '#/ui/entries.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { RowMenu } from '#/ui/row-menu.tsx'
import { Time } from '#/ui/time.tsx'
import { useToast } from '#/ui/toast.tsx'
import {
  accountsQuery,
  type ConnectedAccount,
  grantsQuery,
  type Shop,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'
import { useConnectAccount } from './use-connect-account.ts'

/** The accounts that benefits at other services are given to. Nothing while there is none. */
export function ConnectedAccounts({ shop }: { shop: Shop }) {
  const { api } = usePortal()
  const { data = [], error } = useQuery(accountsQuery(api))
  if (error && data.length === 0) return <Banner tone="bad">{failureMessage(error)}</Banner>
  if (data.length === 0) return null
  return (
    <Card flush title="Connected accounts">
      <ul>
        {data.map((account) => (
          <AccountEntry key={account.platform} shop={shop} account={account} />
        ))}
      </ul>
    </Card>
  )
}

interface AccountProps {
  account: ConnectedAccount
}

function AccountEntry({ account, shop }: AccountProps & { shop: Shop }) {
  const { platform, accountUsername, connectedAt } = account
  const name = platformNames[platform]
  const { connect } = useConnectAccount(shop)
  const [isAsking, setAsking] = useState(false)
  useKeptFocus(isAsking)
  return (
    <Entry
      icon={<CircleUser />}
      title={<span className="wrap-anywhere">{accountUsername}</span>}
      action={
        <>
          <RowMenu of={`${accountUsername} at ${name}`}>
            <MenuItem onSelect={() => void connect(platform)}>Connect another account</MenuItem>
            <MenuItem destructive onSelect={() => setAsking(true)}>
              Disconnect…
            </MenuItem>
          </RowMenu>
          {isAsking && <DisconnectDialog account={account} onClose={() => setAsking(false)} />}
        </>
      }
    >
      <span>{name}</span>
      <span>
        connected <Time at={connectedAt} />
      </span>
    </Entry>
  )
}

function DisconnectDialog({ account, onClose }: AccountProps & { onClose: () => void }) {
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
