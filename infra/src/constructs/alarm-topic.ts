import { ArnFormat, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'

interface AlarmTopicProps {
  /** The deployment's name, with which the names of its alarms begin. */
  name: string
  email: string | undefined
}

/** The topic that mails the alarms of a deployment. SNS asks the recipient to confirm the subscription first. */
export function alarmTopic(scope: Construct, { name, email }: AlarmTopicProps): Topic {
  const topic = new Topic(scope, 'Topic', { displayName: `Recado (${name})`, enforceSSL: true })
  const stack = Stack.of(scope)
  // `enforceSSL` gives the topic a policy, which replaces the default one of SNS. CloudWatch then needs this statement,
  // and the CDK's alarm action adds none ("cloudwatch-receive-sns-for-alarm-trigger" in AWS's knowledge centre).
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': stack.account },
        ArnLike: {
          'aws:SourceArn': stack.formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: `${name}-*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  )
  if (email) topic.addSubscription(new EmailSubscription(email))
  return topic
}
