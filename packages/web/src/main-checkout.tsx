import './styles/app.css'
import { CheckoutPage } from './features/checkout/checkout-page.tsx'
import { mount } from './lib/mount.tsx'

mount(<CheckoutPage path={window.location.pathname} />)
