/**
 * The key names of Stripe's published fixtures: github.com/stripe/openapi (MIT), openapi/fixtures3.json at commit
 * 00ea679fe5a863ec5c3e167b9dadc63b5d6eaeb9, of API version 2022-11-15. The SDK's types show which have been removed
 * since.
 */
export const FIXTURE_KEYS: Readonly<Record<string, readonly string[]>> = {
  balance: words('available connect_reserved livemode object pending'),
  balance_transaction: words(
    `amount available_on created currency description exchange_rate fee fee_details id net object reporting_category
    source status type`,
  ),
  charge: words(
    `amount amount_captured amount_refunded application application_fee application_fee_amount balance_transaction
    billing_details calculated_statement_descriptor captured created currency customer description disputed
    failure_balance_transaction failure_code failure_message fraud_details id invoice livemode metadata object
    on_behalf_of outcome paid payment_intent payment_method payment_method_details receipt_email receipt_number
    receipt_url refunded refunds review shipping source_transfer statement_descriptor statement_descriptor_suffix
    status transfer_data transfer_group`,
  ),
  dispute: words(
    `amount balance_transactions charge created currency evidence evidence_details id is_charge_refundable livemode
    metadata object payment_intent reason status`,
  ),
  event: words('api_version created data id livemode object pending_webhooks request type'),
  payment_intent: words(
    `amount amount_capturable amount_details amount_received application application_fee_amount
    automatic_payment_methods canceled_at cancellation_reason capture_method client_secret confirmation_method created
    currency customer description id invoice last_payment_error latest_charge livemode metadata next_action object
    on_behalf_of payment_method payment_method_options payment_method_types processing receipt_email review
    setup_future_usage shipping statement_descriptor statement_descriptor_suffix status transfer_data transfer_group`,
  ),
  payment_method: words('billing_details card created customer id livemode metadata object type'),
  refund: words(
    `amount balance_transaction charge created currency id metadata object payment_intent reason receipt_number
    source_transfer_reversal status transfer_reversal`,
  ),
}

function words(text: string): readonly string[] {
  return text.split(/\s+/)
}
