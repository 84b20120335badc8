import { useQuery } from '@tanstack/react-query'
import CircleUser from 'lucide-react/icons/circle-user'
import { useState } from 'react'
import { platformNames } from '#/entities/benefit/external-platform.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { Day } from './day.tsx'
import { DisconnectDialog } from './dialogs.ts'
import { accountsQuery, type ConnectedAccount, type Shop } from './portal-queries.ts'
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

interface AccountEntryProps {
  account: ConnectedAccount
  shop: Shop
}

function AccountEntry({ account, shop }: AccountEntryProps) {
  const { platform, accountUsername, connectedAt } = account
  const name = platformNames[platform]
  const { isLeaving, connect } = useConnectAccount(shop)
  const [isAsking, setAsking] = useState(false)
  useKeptFocus(isAsking)
  return (
    <Entry
      icon={<CircleUser />}
      title={<span className="wrap-anywhere">{accountUsername}</span>}
      action={
        <span className="flex shrink-0 flex-wrap justify-end gap-2 max-sm:flex-col">
          <Button
            size="s"
            aria-label={`Connect another ${name} account`}
            loading={isLeaving}
            onClick={() => void connect(platform)}
          >
            Connect another
          </Button>
          <Button
            size="s"
            aria-label={`Disconnect ${accountUsername} at ${name}…`}
            onClick={() => setAsking(true)}
          >
            Disconnect…
          </Button>
          {isAsking && <DisconnectDialog account={account} onClose={() => setAsking(false)} />}
        </span>
      }
    >
      <span>{name}</span>
      <span>
        connected on <Day at={connectedAt} />
      </span>
    </Entry>
  )
}
