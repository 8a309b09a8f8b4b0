/** Faces and hands, feelings, shops and appointments, and signs that lead the eye. */
const ROWS = [
  '😀 😃 😄 😁 😊 😉 😍 🥰 😘 😎 🤩 🥳 😂 🤗 🤔 😢',
  '👍 👎 👏 🙌 🙏 🤝 👋 💪 👉 👇 👆 ✌️ ❤️ 💚 💙 💔',
  '🎉 🎁 🛍️ 🛒 💰 💳 🏷️ 📦 🚚 📅 ⏰ 📍 📞 📱 💬 📧',
  '✅ ❌ ⚠️ ❗ ❓ ⭐ ✨ 🔥 🚀 💡 🔔 📢 🆕 🔝 ➡️ ☀️',
]
export const EMOJIS: readonly string[] = ROWS.flatMap((row) => row.split(' '))
