import { updatePortalGrant } from '@guildhall/contract/portal/benefit-grants'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Platform, platformNames } from '#/entities/benefit/external-platform.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { Link } from '#/ui/link.tsx'
import { useToast } from '#/ui/toast.tsx'
import {
  accountsQuery,
  type ConnectedAccount,
  type PortalGrant,
  type Shop,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'
import { useConnectAccount } from './use-connect-account.ts'

type ExternalType = 'discord' | 'github_repository'

interface ExternalBenefitProps {
  shop: Shop
  isProved: boolean
  grant: PortalGrant
  benefit: Extract<PortalGrant['benefit'], { type: ExternalType }>
}

interface StateProps extends ExternalBenefitProps {
  platform: Platform
  /** Undefined while it loads, where none is connected, and for a buyer who only typed the address. */
  account: ConnectedAccount | undefined
}

/** How far a benefit at Discord or GitHub is, and what the customer has to do for it. */
export function ExternalBenefit(props: ExternalBenefitProps) {
  const { api } = usePortal()
  const platform = props.benefit.type === 'discord' ? 'discord' : 'github'
  const { data } = useQuery({ ...accountsQuery(api), enabled: props.isProved })
  const account = data?.find((one) => one.platform === platform)
  const State = states[props.grant.status]
  return (
    // Announced when it changes while the page is open.
    <div role="status" className="grid justify-items-start gap-2 text-s text-ink-2">
      <State {...props} platform={platform} account={account} />
    </div>
  )
}

function Waiting({ shop, isProved, grant, platform, account }: StateProps) {
  const name = platformNames[platform]
  const { isLeaving, connect } = useConnectAccount(shop)
  if (!isProved) {
    return (
      <p>
        To get this, confirm your address with a code below. Then connect your {name} account here.
      </p>
    )
  }
  // With an account, the server says why it has to be connected again.
  const why = account === undefined ? null : (grant.error?.message ?? null)
  return (
    <>
      <p>{why ?? `Connect your ${name} account to get this.`}</p>
      <Button variant="primary" loading={isLeaving} onClick={() => void connect(platform)}>
        Connect {name}
      </Button>
    </>
  )
}

function Pending({ platform, account }: StateProps) {
  return (
    <p>
      On its way to <Account platform={platform} account={account} />.
    </p>
  )
}

function Granted(props: StateProps) {
  const { benefit, grant, platform, account } = props
  const holder = <Account platform={platform} account={account} />
  if (benefit.type === 'discord') {
    return (
      <>
        <p>
          {'Given to '}
          {holder}.{' '}
          <Link external href={`https://discord.com/channels/${benefit.properties.guildId}`}>
            Open the server
          </Link>
        </p>
        <DeliverAgain {...props}>I left the server, add me again</DeliverAgain>
      </>
    )
  }
  const { repositoryOwner, repositoryName } = benefit.properties
  const repository = `${repositoryOwner}/${repositoryName}`
  const page = `https://github.com/${repository}`
  if (grant.properties['invitation'] === 'pending') {
    return (
      <p>
        GitHub has invited {holder} to {repository}.{' '}
        <Link external href={`${page}/invitations`}>
          Accept the invitation
        </Link>
        <span className="block text-xs text-ink-3">
          If you already have, this page shows it within a day.
        </span>
      </p>
    )
  }
  return (
    <p>
      {'Given to '}
      {holder}:{' '}
      <Link external href={page}>
        {repository}
      </Link>
    </p>
  )
}

function Failed(props: StateProps) {
  const { name } = props.shop.organization
  return (
    <>
      <p className="text-bad">
        This could not be given to you at {platformNames[props.platform]}. {name} can see why and
        try again.
      </p>
      <DeliverAgain {...props}>Try again</DeliverAgain>
    </>
  )
}

/** A revoked grant isn’t in the list. */
const Nothing = () => null

const states: Readonly<Record<PortalGrant['status'], (props: StateProps) => ReactNode>> = {
  waiting: Waiting,
  pending: Pending,
  granted: Granted,
  failed: Failed,
  revoked: Nothing,
}

function Account({ platform, account }: Pick<StateProps, 'platform' | 'account'>) {
  const name = platformNames[platform]
  if (account === undefined) return `your ${name} account`
  return (
    <>
      <strong className="font-medium text-ink wrap-anywhere">{account.accountUsername}</strong> at{' '}
      {name}
    </>
  )
}

/** Gives the benefit to the connected account once more. */
function DeliverAgain({ grant, benefit, account, children }: StateProps & { children: ReactNode }) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  if (account === undefined) return null
  const { accountId } = account
  const deliver = async () => {
    setBusy(true)
    try {
      const body = { benefitType: benefit.type, properties: { accountId } }
      await change(() => api.call(updatePortalGrant, { params: { id: grant.id }, body }))
      toast({ title: `${benefit.description} is on its way` })
    } catch (error) {
      toast({ title: failureMessage(error), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" loading={isBusy} onClick={() => void deliver()}>
      {children}
    </Button>
  )
}
