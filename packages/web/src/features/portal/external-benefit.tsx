import { updatePortalGrant } from '@guildhall/contract/portal/benefit-grants'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Platform, platformNames } from '#/entities/benefit/external-platform.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { passFocusOn } from '#/lib/focus-title.ts'
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
  const platform: Platform = props.benefit.type === 'discord' ? 'discord' : 'github'
  const { data } = useQuery({ ...accountsQuery(api), enabled: props.isProved })
  const account = data?.find((one) => one.platform === platform)
  const known: StateProps = { ...props, platform, account }
  const { Words, Action } = states[props.grant.status]
  return (
    <div className="grid justify-items-start gap-2 text-s text-ink-2">
      {/* Announced when it changes while the page is open. */}
      <output className="block">
        <Words {...known} />
      </output>
      <Action {...known} />
    </div>
  )
}

function WaitingWords({ isProved, grant, platform, account }: StateProps) {
  const name = platformNames[platform]
  if (!isProved) {
    return `To get this, confirm your address with a code below. Then connect your ${name} account here.`
  }
  // With an account, the server says why it has to be connected again.
  const why = account === undefined ? null : (grant.error?.message ?? null)
  return why ?? `Connect your ${name} account to get this.`
}

function ConnectButton({ shop, isProved, platform }: StateProps) {
  const { isLeaving, connect } = useConnectAccount(shop)
  if (!isProved) return null
  return (
    <Button variant="primary" loading={isLeaving} onClick={() => void connect(platform)}>
      Connect {platformNames[platform]}
    </Button>
  )
}

const PendingWords = (props: StateProps) => (
  <>
    On its way to <Account {...props} />.
  </>
)

function GrantedWords(props: StateProps) {
  const { benefit, grant, account } = props
  if (benefit.type === 'discord') {
    const server = `https://discord.com/channels/${benefit.properties.guildId}`
    return (
      <>
        {'Given to '}
        <Account {...props} />.{' '}
        <Link external href={server}>
          Open the server
        </Link>
      </>
    )
  }
  const { repositoryOwner, repositoryName } = benefit.properties
  const repository = `${repositoryOwner}/${repositoryName}`
  const page = `https://github.com/${repository}`
  if (grant.properties['invitation'] !== 'pending') {
    return (
      <>
        {'Given to '}
        <Account {...props} />:{' '}
        <Link external href={page}>
          {repository}
        </Link>
      </>
    )
  }
  return (
    <>
      GitHub has invited {account === undefined ? 'you' : <Username account={account} />} to{' '}
      <span className="wrap-anywhere">{repository}</span>.{' '}
      <Link external href={`${page}/invitations`}>
        Accept the invitation
      </Link>
      <span className="mt-1 block text-xs text-ink-3">
        If you already have, this page shows it within a day.
      </span>
    </>
  )
}

const JoinAgain = (props: StateProps) =>
  props.benefit.type === 'discord' && (
    <DeliverAgain {...props}>I left the server, add me again</DeliverAgain>
  )

const FailedWords = ({ shop, platform }: StateProps) => (
  <span className="text-bad">
    This could not be given to you at {platformNames[platform]}. {shop.organization.name} can see
    why and try again.
  </span>
)

const TryAgain = (props: StateProps) => <DeliverAgain {...props}>Try again</DeliverAgain>

const Nothing = () => null

interface State {
  Words: (props: StateProps) => ReactNode
  /** What the customer can do. */
  Action: (props: StateProps) => ReactNode
}

const states: Readonly<Record<PortalGrant['status'], State>> = {
  waiting: { Words: WaitingWords, Action: ConnectButton },
  pending: { Words: PendingWords, Action: Nothing },
  granted: { Words: GrantedWords, Action: JoinAgain },
  failed: { Words: FailedWords, Action: TryAgain },
  // Not in the list.
  revoked: { Words: Nothing, Action: Nothing },
}

function Account({ platform, account }: Pick<StateProps, 'platform' | 'account'>) {
  const name = platformNames[platform]
  if (account === undefined) return `your ${name} account`
  return (
    <>
      <Username account={account} /> at {name}
    </>
  )
}

const Username = ({ account }: { account: ConnectedAccount }) => (
  <strong className="font-medium text-ink wrap-anywhere">{account.accountUsername}</strong>
)

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
    <Button ref={passFocusOn} size="s" loading={isBusy} onClick={() => void deliver()}>
      {children}
    </Button>
  )
}
