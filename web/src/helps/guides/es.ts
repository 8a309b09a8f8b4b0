import type { Guides } from './guides.ts'

export const guides: Guides = {
  connect: {
    title: 'Conectar un WhatsApp',
    steps: [
      'Abra Conexiones, elija Nueva conexión y dele un nombre para reconocer el número, como Ventas.',
      'En el celular, abra WhatsApp, toque Dispositivos vinculados y después Vincular un dispositivo.',
      'Apunte la cámara al código QR. Sin cámara, pida un código de vinculación y escríbalo en el celular.',
      'Espere a que la tarjeta de la conexión diga Conectada.',
    ],
    note: 'El celular no necesita estar siempre encendido, pero WhatsApp quita los dispositivos cuando el celular pasa muchos días sin internet. En ese caso la conexión avisa y pide un nuevo código QR.',
  },
  contacts: {
    title: 'Importar contactos',
    steps: [
      'Abra Listas de contactos, cree una lista y entre en ella.',
      'Elija Importar y una hoja de cálculo .xls, .xlsx o .csv. Las primeras filas se muestran antes de guardar.',
      'Compruebe qué columnas son el nombre y el número, y diga cómo aceptaron las personas recibir mensajes.',
      'Al final, descargue las filas rechazadas: cada una trae su motivo.',
    ],
    note: 'Escriba solo a quien aceptó. Quien se da de baja queda bloqueado y se omite en todas las campañas, sin que nadie tenga que recordarlo.',
  },
  campaign: {
    title: 'Enviar una campaña',
    steps: [
      'En Campañas, elija Nueva campaña, la conexión y la lista.',
      'Escriba el mensaje. Con más de una versión, cada persona recibe una de ellas.',
      'Use Enviar prueba para ver el mensaje en su celular.',
      'Revise cuántas personas lo reciben, a quién se omite y cuándo debería terminar, y confirme.',
      'Siga el informe: haga clic en un número para ver a las personas que cuenta.',
    ],
    note: 'Enviado quiere decir que WhatsApp aceptó el mensaje; entregado, que llegó al celular; leído, que la persona lo abrió y permite que se vea.',
  },
  pace: {
    title: 'Enviar sin perder el número',
    steps: [
      'Empiece despacio: un número nuevo escribe a pocas personas por día y aumenta poco a poco.',
      'En Ritmo de envío, mantenga pausas entre los mensajes y una pausa más larga después de un grupo de ellos.',
      'Defina los horarios de envío. Fuera de ellos la campaña espera y continúa sola.',
      'Si algo sale mal, Detener todos los envíos retiene todo hasta que usted retome los envíos.',
    ],
    note: 'WhatsApp bloquea los números que mucha gente denuncia. Las personas que esperan su mensaje protegen el número más que cualquier pausa.',
  },
  desk: {
    title: 'Atender clientes',
    steps: [
      'En Tickets, la pestaña En espera muestra quién espera desde hace más tiempo. Aceptar pone el ticket a su nombre.',
      'Responda con texto, archivo o voz. Los tics muestran si el mensaje fue enviado, entregado y leído.',
      'Use una nota interna para lo que solo el equipo debe leer, y @ para mencionar a un colega.',
      'Transferir pasa el ticket a otra cola o persona; Resolver lo cierra.',
    ],
    note: 'Lo que escribe sin internet queda guardado y se envía una sola vez cuando vuelve la conexión. La tecla ? muestra los atajos.',
  },
  queues: {
    title: 'Colas, horarios y mensajes automáticos',
    steps: [
      'En Colas, cree una por tema y elija quién atiende en cada una.',
      'En la conexión, elija las colas y escriba el saludo. Con más de una cola, el cliente elige por número.',
      'Defina el horario de atención en Configuración, Opciones: de la empresa o de cada cola.',
      'Fuera del horario el cliente recibe el mensaje fuera de horario y sigue en la cola.',
    ],
    note: 'El ticket de un cliente que espera respuesta nunca se cierra solo por inactividad.',
  },
  replies: {
    title: 'Responder más rápido',
    steps: [
      'En Respuestas rápidas, guarde los textos que más escribe. En la conversación, escriba / y el atajo.',
      'Las etiquetas marcan contactos y tickets, y pueden ser columnas del kanban.',
      'Programe un mensaje para después; puede cancelarse si el cliente responde antes.',
    ],
    note: 'Un texto puede llevar el primer nombre del contacto, el nombre del agente y el protocolo: elija los campos debajo del texto.',
  },
  privacy: {
    title: 'Privacidad y baja',
    steps: [
      'Quien responde SAIR a una campaña queda bloqueado en el acto y recibe una confirmación.',
      'En Configuración, Privacidad, un administrador descarga todos los datos de una persona o los elimina.',
      'En Retención, defina cuánto tiempo se guardan conversaciones, archivos e informes.',
      'La auditoría muestra quién hizo qué, y desde dónde.',
    ],
    note: 'La ley brasileña de protección de datos (LGPD) da a cada persona el derecho de saber qué guarda la empresa sobre ella y de pedir que se elimine.',
  },
}
