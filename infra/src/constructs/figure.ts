import { DEPLOYMENT, type Figure, NAMESPACE } from '@recado/shared/metrics/figures'
import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'

/** A figure of the deployment, minute by minute. @param name the deployment's */
export const figure = (name: string, metricName: Figure, statistic: string): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    statistic,
    period: Duration.minutes(1),
    dimensionsMap: { [DEPLOYMENT]: name },
  })
