import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'

interface SpendProps {
  /** US dollars. */
  monthly: number
  email: string
}

/** Mails the operator when the account's spending exceeds the monthly budget, or is forecast to. */
export class Spend extends Construct {
  constructor(scope: Construct, id: string, { monthly, email }: SpendProps) {
    super(scope, id)
    const mailed = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    })
    // Without a name of its own: another recipient replaces the budget, and a name can exist once
    // (aws-cloudformation/cloudformation-coverage-roadmap#365).
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthly, unit: 'USD' },
      },
      notificationsWithSubscribers: [mailed('ACTUAL', 80), mailed('FORECASTED', 100)],
    })
  }
}
